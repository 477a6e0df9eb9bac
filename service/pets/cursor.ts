// The cursor of the list of animals.
import { cursorCodec } from '../list/cursor.ts';
import { STATUSES } from './record.ts';

export const petCursor = cursorCodec(1, STATUSES);
export const { encode: encodeCursor, decode: decodeCursor } = petCursor;
