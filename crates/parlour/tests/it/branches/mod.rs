mod hours;
mod management;
