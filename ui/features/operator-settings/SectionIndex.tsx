import { getRouteApi } from '@tanstack/react-router'
import { type RefObject, useEffect, useState } from 'react'
import { useText } from '../../shared/i18n/useText'

type Scrolling = RefObject<HTMLElement | null>
type Props<Id extends string> = {
  sections: readonly { readonly id: Id; readonly title: string }[]
  /** What scrolls. */
  body: Scrolling
}

const route = getRouteApi('/private/operator-settings')

const elementOf = (section: string) => document.getElementById(`section-${section}`)

/** Scrolls the page alone: `scrollIntoView` would move what is around it, too. */
export function showSection(section: string, { current: body }: Scrolling): void {
  const element = elementOf(section)
  if (!element || !body) return
  const margin = Number.parseFloat(getComputedStyle(element).scrollMarginTop) || 0
  const above = element.getBoundingClientRect().top - body.getBoundingClientRect().top
  body.scrollTo({ top: body.scrollTop + above - margin })
}

/** The sections of the page; the one at the top of the screen is marked. */
export function SectionIndex<Id extends string>({ sections, body }: Props<Id>) {
  const t = useText()
  const navigate = route.useNavigate()
  const current = useCurrent(sections, body)
  return (
    <nav className="section-index" aria-label={t('operatorSettings.index')}>
      {sections.map(({ id, title }) => (
        // A link of the router would mark itself by its path, which all of them share.
        <a
          key={id}
          href={`#${id}`}
          aria-current={id === current ? 'true' : undefined}
          onClick={(event) => {
            event.preventDefault()
            showSection(id, body)
            // The next Tab goes on there.
            elementOf(id)?.querySelector('h2')?.focus({ preventScroll: true })
            void navigate({ hash: id, replace: true })
          }}
        >
          {title}
        </a>
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
