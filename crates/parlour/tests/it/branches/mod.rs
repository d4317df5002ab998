mod hours;
mod live_check;
mod management;
