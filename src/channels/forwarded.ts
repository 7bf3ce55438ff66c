import type { MessageExtra } from './contract'

/** From here on people are told "forwarded many times". */
const OFTEN = 5

/** How a message looks that has passed through so many hands. */
export const forwardedSo = (forwardingScore: number): Pick<MessageExtra, 'forwarded' | 'forwardingScore'> => ({
  forwarded: forwardingScore >= OFTEN ? 'often' : 'once',
  forwardingScore,
})
