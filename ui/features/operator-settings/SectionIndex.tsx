import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useState } from 'react'
import { useText } from '../../shared/i18n/useText'

type Props<Id extends string> = {
  sections: readonly { readonly id: Id; readonly title: string }[]
  /** What scrolls. */
  body: RefObject<HTMLElement | null>
}

export const elementOf = (section: string) => document.getElementById(`section-${section}`)

/** The sections of the page; the one at the top of the screen is marked. */
export function SectionIndex<Id extends string>({ sections, body }: Props<Id>) {
  const t = useText()
  const current = useCurrent(sections, body)
  return (
    <nav className="section-index" aria-label={t('operatorSettings.index')}>
      {sections.map(({ id, title }) => (
        <Link
          key={id}
          to="/operator-settings"
          search={{}}
          hash={id}
          aria-current={id === current ? 'true' : undefined}
          // The address may name it already.
          onClick={() => elementOf(id)?.scrollIntoView({ block: 'start' })}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}

/** Pixels below the upper edge where a section counts as reached. */
const REACHED = 96

function useCurrent<Id extends string>(sections: Props<Id>['sections'], body: Props<Id>['body']): Id | undefined {
  const [current, setCurrent] = useState(sections[0]?.id)
  useEffect(() => {
    const scrolling = body.current
    if (!scrolling) return
    const look = () => {
      const edge = scrolling.getBoundingClientRect().top + REACHED
      const isReached = ({ id }: { readonly id: Id }) => (elementOf(id)?.getBoundingClientRect().top ?? 0) <= edge
      setCurrent((sections.findLast(isReached) ?? sections[0])?.id)
    }
    look()
    scrolling.addEventListener('scroll', look, { passive: true })
    return () => scrolling.removeEventListener('scroll', look)
  }, [sections, body])
  return current
}
