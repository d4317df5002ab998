-- What a notification says, as JSON: its kind and arguments. The text is made when somebody reads it, in their language.
-- Null in rows of earlier versions, which have a finished text in title and body; both are empty beside a message.
alter table notifications add column message text;
