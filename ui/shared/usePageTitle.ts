import { useEffect } from 'react'

/** What the browser's tab says. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = title.includes('Balcão') ? title : `${title} · Balcão`
  }, [title])
}
