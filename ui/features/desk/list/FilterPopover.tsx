import { useAtomValue } from 'jotai/react'
import { ListFilter } from 'lucide-react'
import { Suspense } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { Popover } from '../../../shared/kit/Popover'
import { lazyPart } from '../../../shared/lazyPart'
import { filterCountAtom } from '../listState'

const FilterPanel = lazyPart(() => import('./FilterPanel').then((file) => file.FilterPanel))

/** The filters of the lists. */
export function FilterPopover() {
  const t = useText()
  const count = useAtomValue(filterCountAtom)
  const label = count > 0 ? t('tickets.filter.active', { count }) : t('tickets.filter.title')
  return (
    <Popover
      label={t('tickets.filter.title')}
      align="start"
      className="float-list w-80 p-0"
      trigger={
        <IconButton label={label} badge={count} badgeTone="quiet">
          <ListFilter />
        </IconButton>
      }
    >
      <Suspense>
        <FilterPanel />
      </Suspense>
    </Popover>
  )
}
