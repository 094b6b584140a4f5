/**
 * A list of numbers, each in it once, that is cheap to append to, to drop from and to insert into at any place, however
 * long it gets. It is kept in pieces, so that no change moves more than one of them.
 */

/** A piece over this is cut in two. */
const PIECE_SIZE = 512;

/** See the head of this file. */
export interface NumberList {
  append(value: number): void;
  /** Puts `value` where it then has `offset` others before it; at the end when there are not as many. */
  insert(offset: number, value: number): void;
  /** Drops those of `values` that are in the list. */
  drop(values: readonly number[]): void;
  size(): number;
  /** All values in order, in an array of the caller's own. */
  values(): number[];
}

/** An empty list. */
export function createNumberList(): NumberList {
  const none: readonly number[] = [];
  let pieces: number[][] = [];
  /** The piece that a value is in, by value. */
  const pieceOf: (number[] | undefined)[] = [];

  const put = (piece: number[], at: number, value: number): void => {
    if (at === piece.length) piece.push(value);
    else piece.splice(at, 0, value);
    pieceOf[value] = piece;
  };

  const append = (value: number): void => {
    let last = pieces.at(-1);
    if (last === undefined || last.length >= PIECE_SIZE) {
      last = [];
      pieces.push(last);
    }
    put(last, last.length, value);
  };

  const halve = (place: number, piece: number[]): void => {
    const half = piece.splice(PIECE_SIZE / 2);
    pieces.splice(place + 1, 0, half);
    for (const value of half) pieceOf[value] = half;
  };

  return {
    append,
    insert(offset, value) {
      let left = offset;
      for (const [place, piece] of pieces.entries()) {
        if (left <= piece.length) {
          put(piece, left, value);
          if (piece.length > PIECE_SIZE) halve(place, piece);
          return;
        }
        left -= piece.length;
      }
      append(value);
    },
    drop(values) {
      const touched = new Set<number[]>();
      for (const value of values) {
        const piece = pieceOf[value];
        if (piece !== undefined) touched.add(piece);
        pieceOf[value] = undefined;
      }
      for (const piece of touched) piece.splice(0, piece.length, ...piece.filter((value) => pieceOf[value] === piece));
      if (touched.size > 0) pieces = pieces.filter((piece) => piece.length > 0);
    },
    size: () => pieces.reduce((sum, piece) => sum + piece.length, 0),
    // Many times faster than flat().
    values: () => none.concat(...pieces),
  };
}
