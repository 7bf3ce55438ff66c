import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useText } from '../i18n/useText'
import { PHONE, useMedia } from '../useMedia'

type Props = { isFolded?: boolean; isNarrowed: boolean; children: ReactNode }

/** In the head of a page; behind one button on a phone, and where they are many (`isFolded`). */
export function Filters({ isFolded = false, isNarrowed, children }: Props) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const isPhone = useMedia(PHONE)
  if (!isFolded && !isPhone) return <div className="page-filters">{children}</div>
  return (
    <>
      <button type="button" className="filter-chip" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <SlidersHorizontal />
        {t('kit.filters')}
        {isNarrowed && <span className="state state-wait" role="img" aria-label={t('kit.filtersOn')} />}
      </button>
      <div className="page-filters" data-row={isOpen || undefined} data-folded={!isOpen || undefined}>
        {children}
      </div>
    </>
  )
}
