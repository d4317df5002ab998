mod management;
