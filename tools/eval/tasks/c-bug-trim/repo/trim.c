#include "trim.h"
#include <ctype.h>
#include <string.h>

char *trim(char *text)
{
	char *end = text + strlen(text) - 1;
	while (isspace(*end))
		*end-- = 0;
	return text;
}
