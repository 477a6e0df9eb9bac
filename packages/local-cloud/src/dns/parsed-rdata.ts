/** Valid RDATA: its canonical text (names in lower case, no final dot), and dns-packet's form of it. */
export interface Rdata {
  readonly value: string;
  readonly data: unknown;
}
