import { storedOfPerson } from '../../shared/session/ofPerson'

const areIds = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'number')

/** Tickets whose contact the user wants to be told of when they write. */
export const awaitedAtom = storedOfPerson<readonly number[]>('awaited', [], areIds)
