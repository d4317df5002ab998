mod accounts;
