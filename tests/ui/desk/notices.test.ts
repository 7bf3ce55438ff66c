/** Notices: one sound for many messages, no stale presence, the count in the tab title. */
import { describe, expect, jest, test } from 'bun:test'
import { Presence } from '../../../ui/features/desk/presence'
import { showNotification } from '../../../ui/shared/desktopNotification'
import { MessageSound, TabLock } from '../../../ui/shared/sound'
import { titleWith } from '../../../ui/shared/usePageTitle'

/** Web Locks for pages that never wait: the first to ask holds the lock until its promise settles. */
function locksOfOneBrowser() {
  const held = new Set<string>()
  const request = async (name: string, _: LockOptions, then: (lock: Lock | null) => unknown) => {
    if (held.has(name)) return then(null)
    held.add(name)
    await then({ name, mode: 'exclusive' })
    held.delete(name)
  }
  return { request } as unknown as LockManager // only this overload is called
}

type Look = { looking?: number | null; isSeen?: boolean }

function browser(locks: LockManager | undefined, pages: number) {
  let now = 0
  const rung: number[] = []
  const shown: number[] = []
  const sounds = Array.from(
    { length: pages },
    (_, page) => new MessageSound(new TabLock(locks, () => now), () => rung.push(page)),
  )
  const message = (messageId: number, { looking = 0, isSeen = false }: Look = {}) =>
    Promise.all(
      sounds.map((sound, page) =>
        sound.hear({ key: String(messageId), isLooking: page === looking, isSeen: isSeen && page === looking }, () =>
          shown.push(page),
        ),
      ),
    )
  return { rung, shown, message, later: (ms: number) => (now += ms) }
}

describe('a burst of messages', () => {
  test('rings once in two seconds', async () => {
    const { rung, message, later } = browser(undefined, 1)
    await Promise.all(Array.from({ length: 20 }, (_, id) => message(id)))
    expect(rung).toHaveLength(1)
    later(1_999)
    await message(30)
    expect(rung).toHaveLength(1)
    later(1)
    await message(31)
    expect(rung).toHaveLength(2)
  })

  test('rings in one page of many, the visible one', async () => {
    const { rung, message } = browser(locksOfOneBrowser(), 3)
    await Promise.all(Array.from({ length: 5 }, (_, id) => message(id, { looking: 1 })))
    expect(rung).toEqual([1])
  })

  test('does not ring on the page where it is read, and silences no other user’s page', async () => {
    const { rung, message } = browser(locksOfOneBrowser(), 2)
    await message(1, { isSeen: true })
    expect(rung).toEqual([])
    await message(2)
    expect(rung).toEqual([0])
  })
})

describe('a desktop notification', () => {
  test('is shown once per message, only when no page is visible', async () => {
    const { shown, message } = browser(locksOfOneBrowser(), 3)
    await message(1, { looking: 1 })
    expect(shown).toEqual([])
    await message(2, { looking: null })
    await message(3, { looking: null })
    expect(shown).toHaveLength(2)
  })

  test('closes after seven seconds, is replaced by a newer one of its ticket, and opens the ticket', () => {
    jest.useFakeTimers()
    const desktop = desktopOf('granted')
    const opened: string[] = []
    const card = (body: string) => ({ title: 'Ana', body, tag: 'ticket.1', onOpen: () => opened.push(body) })
    try {
      showNotification(card('Oi'))
      expect(desktop.cards).toMatchObject([{ title: 'Ana', options: { body: 'Oi', tag: 'ticket.1', silent: true } }])
      jest.advanceTimersByTime(7_000)
      expect(desktop.cards[0]?.closed).toBe(true)
      showNotification(card('Alô?'))
      desktop.cards[1]?.onclick?.()
      expect([opened, desktop.cards[1]?.closed]).toEqual([['Alô?'], true])
    } finally {
      desktop.away()
      jest.useRealTimers()
    }
  })

  test.each(['default', 'denied'] as const)('is not shown if the browser says %s', (permission) => {
    const desktop = desktopOf(permission)
    showNotification({ title: 'Ana', body: 'Oi', tag: 'ticket.1', onOpen: () => undefined })
    expect(desktop.cards).toEqual([])
    desktop.away()
  })

  test('is skipped where the constructor exists but throws', () => {
    const desktop = desktopOf('granted', { throws: true })
    showNotification({ title: 'Ana', body: 'Oi', tag: 'ticket.1', onOpen: () => undefined })
    expect(desktop.cards).toEqual([])
    desktop.away()
  })
})

/** The Notification API as a page sees it. */
function desktopOf(permission: NotificationPermission, { throws = false } = {}) {
  const cards: Card[] = []
  class Card {
    static readonly permission = permission
    onclick: (() => void) | null = null
    closed = false
    constructor(
      readonly title: string,
      readonly options: NotificationOptions,
    ) {
      if (throws) throw new TypeError('Illegal constructor')
      cards.push(this)
    }
    close() {
      this.closed = true
    }
  }
  const before = { Notification: Reflect.get(globalThis, 'Notification'), focus: Reflect.get(globalThis, 'focus') }
  Object.assign(globalThis, { Notification: Card, isSecureContext: true, focus: () => undefined })
  return { cards, away: () => void Object.assign(globalThis, { ...before, isSecureContext: undefined }) }
}

test('while the socket is down nobody is shown as typing or online', () => {
  const seen: string[] = []
  const presence = new Presence({
    typing: (id, typing) => seen.push(`${id} ${typing}`),
    online: (id, isOnline) => seen.push(`${id} ${isOnline}`),
  })
  presence.heard(1, 'available')
  presence.heard(2, 'composing')
  presence.heard(3, 'available')
  presence.heard(3, 'unavailable')
  seen.length = 0
  presence.forget()
  expect(seen.sort()).toEqual(['1 false', '2 false', '2 null'])
  seen.length = 0
  presence.forget()
  expect(seen).toEqual([])
})

test('the tab title shows the count, and the product’s name once', () => {
  expect(titleWith('Conexões', 0)).toBe('Conexões · Balcão')
  expect(titleWith('Conexões', 4)).toBe('(4) Conexões · Balcão')
  expect(titleWith('Entrar · Balcão', 0)).toBe('Entrar · Balcão')
})
