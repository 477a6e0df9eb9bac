// The names by which Pulumi knows the project, and the stack of `npm run local`.

export const PROJECT = 'petstore';
export const LOCAL_STACK = 'local';
