import type { MessageExtra } from './contract'

/** From this count on, people read "forwarded many times". */
const OFTEN = 5

/** The marks of a message that was forwarded this often. */
export const forwardingMarks = (forwardingScore: number): Pick<MessageExtra, 'forwarded' | 'forwardingScore'> => ({
  forwarded: forwardingScore >= OFTEN ? 'often' : 'once',
  forwardingScore,
})
