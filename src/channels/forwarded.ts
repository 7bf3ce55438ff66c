import type { MessageExtra } from './contract'

/** From this count on, messages show "forwarded many times". */
const OFTEN = 5

/** Flags of a message that was forwarded this many times. */
export const forwardingMarks = (forwardingScore: number): Pick<MessageExtra, 'forwarded' | 'forwardingScore'> => ({
  forwarded: forwardingScore >= OFTEN ? 'often' : 'once',
  forwardingScore,
})
