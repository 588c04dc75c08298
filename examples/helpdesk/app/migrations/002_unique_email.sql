-- Addresses are stored in lower case, so a plain unique index makes them unique whatever their spelling.
CREATE UNIQUE INDEX users_email ON users (email);
