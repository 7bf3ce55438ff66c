/** News as a card of the desktop, for who works in another window. */
const STAYS = 7_000

type Card = {
  readonly title: string
  readonly body: string
  /** A newer card of the same takes its place. */
  readonly tag: string
  onOpen(): void
}

/** Browsers show cards for pages served securely only. */
export const canShowCards = (): boolean => typeof Notification !== 'undefined' && isSecureContext

export function showCard({ title, body, tag, onOpen }: Card): void {
  if (!canShowCards() || Notification.permission !== 'granted') return
  const card = openCard(title, { body, tag, silent: true }) // the sound is ours
  if (!card) return
  setTimeout(() => card.close(), STAYS)
  card.onclick = () => {
    focus()
    card.close()
    onOpen()
  }
}

/** Android has the word and throws at its use. */
function openCard(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options)
  } catch {
    return null
  }
}
