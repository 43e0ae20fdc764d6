/* Cuts white space at both ends of a text, in place, and returns it. */
char *trim(char *text);
