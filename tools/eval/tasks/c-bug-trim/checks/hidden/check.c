#include "../trim.h"
#include <stdio.h>
#include <string.h>

static int is(const char *given, const char *wanted)
{
	char room[32];
	memset(room, ' ', sizeof room);
	strcpy(room + 8, given);
	char *got = trim(room + 8);
	int ok = got == room + 8 && strcmp(got, wanted) == 0;
	for (int i = 0; i < 8; i++)
		ok = ok && room[i] == ' ';
	if (!ok)
		printf("\"%s\" became \"%s\"\n", given, got);
	return ok;
}

int main(void)
{
	return !(is("a b \t\n", "a b") & is("   ", "") & is("", "") & is("  a", "a") & is("\xe9 ", "\xe9"));
}
