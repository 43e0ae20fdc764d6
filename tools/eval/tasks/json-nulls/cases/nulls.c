#include "../tree/cJSON.c"

static void tried(const char *text)
{
    cJSON *item = cJSON_Parse(text);
    int removed = cJSON_RemoveNulls(item);
    char *printed = cJSON_PrintUnformatted(item);
    printf("%d %s\n", removed, printed);
    free(printed);
    cJSON_Delete(item);
}

int main(void)
{
    cJSON *other = cJSON_Parse("[null, 1]");
    cJSON *item = cJSON_CreateArray();
    tried("null");
    tried("[null, null, 1, null]");
    tried("{\"a\": null, \"b\": {\"c\": [null, {\"d\": null}]}, \"e\": \"null\"}");
    tried("[]");
    tried("[[null], null]");
    printf("%d\n", cJSON_RemoveNulls(NULL));
    cJSON_AddItemReferenceToArray(item, other);
    printf("%d %d\n", cJSON_RemoveNulls(item), cJSON_GetArraySize(other));
    cJSON_Delete(item);
    cJSON_Delete(other);
    return 0;
}
