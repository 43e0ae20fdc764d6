#include "trim.h"
#include <ctype.h>
#include <string.h>

char *trim(char *text)
{
	size_t begin = strspn(text, " \t\n\v\f\r");
	size_t length = strlen(text + begin);
	while (length > 0 && isspace((unsigned char)text[begin + length - 1]))
		length--;
	memmove(text, text + begin, length);
	text[length] = 0;
	return text;
}
