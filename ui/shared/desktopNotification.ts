/** Desktop notifications, for people who work in another window. */
const SHOWN_FOR = 7_000

type Card = {
  readonly title: string
  readonly body: string
  /** A newer notification with the same tag replaces it. */
  readonly tag: string
  onOpen(): void
}

/** Browsers allow notifications only for pages served over HTTPS or from localhost. */
export const canShowCards = (): boolean => typeof Notification !== 'undefined' && isSecureContext

export function showCard({ title, body, tag, onOpen }: Card): void {
  if (!canShowCards() || Notification.permission !== 'granted') return
  const card = openCard(title, { body, tag, silent: true }) // we play our own sound
  if (!card) return
  setTimeout(() => card.close(), SHOWN_FOR)
  card.onclick = () => {
    focus()
    card.close()
    onOpen()
  }
}

/** Android has the constructor, but it throws. */
function openCard(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, options)
  } catch {
    return null
  }
}
