mod content;
mod smtp;
mod unsubscribe;
