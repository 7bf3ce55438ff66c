/** How many messages an answer of a bot is. Pure. */
export type BubbleKind = 'text' | 'file' | 'customer' | 'other'

/** Of what was said since the customer's last words. Joined, texts that follow one another are one message. */
export function messagesIn(bubbles: readonly BubbleKind[], isJoined: boolean): number {
  const answer = bubbles.slice(bubbles.lastIndexOf('customer') + 1).filter((kind) => kind !== 'other')
  return answer.filter((kind, at) => !isJoined || kind === 'file' || answer[at - 1] !== 'text').length
}
