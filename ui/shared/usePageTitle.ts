import { useAtomValue, useSetAtom } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { useEffect } from 'react'

/** Number of unread tickets of the signed-in user. */
export const unreadAtom = atom(0)

/** The document's title: (4) Conexões · Balcão */
export function usePageTitle(title: string) {
  const unread = useAtomValue(unreadAtom)
  useEffect(() => {
    document.title = titleWith(title, unread)
  }, [title, unread])
}

/** Shows the count in every page's title while mounted. */
export function useUnreadInTitle(unread: number) {
  const set = useSetAtom(unreadAtom)
  useEffect(() => {
    set(unread)
    return () => set(0)
  }, [unread, set])
}

export function titleWith(title: string, unread: number): string {
  const whole = title.includes('Balcão') ? title : `${title} · Balcão`
  return unread > 0 ? `(${unread}) ${whole}` : whole
}
