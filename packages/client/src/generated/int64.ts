// Generated from service/openapi.yaml: `npm run generate -w packages/client` writes it again.
export const INT64_MEMBERS: ReadonlySet<string> = new Set(["categoryId","id","petId"]);
