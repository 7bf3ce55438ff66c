import './merge.css'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Merge } from 'lucide-react'
import { useState } from 'react'
import type { ContactSummary } from '../../../../src/contacts/contract'
import type { Duplicate } from '../../../../src/features/contact-book/merging/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Dialog } from '../../../shared/kit/Dialog'
import { Face } from '../../../shared/kit/Face'
import { toast } from '../../../shared/kit/toast'
import { contactName, useNumberText } from '../names'
import { duplicatesQuery, keepApart } from './api'
import { MergeDialog } from './MergeDialog'

/** Suggested duplicates, each to be merged or kept apart. */
export function DuplicatesDialog({ onClose }: { onClose(): void }) {
  const t = useText()
  const query = useInfiniteQuery(duplicatesQuery)
  const [merging, setMerging] = useState<Duplicate | null>(null)
  const pairs = query.data?.pages.flatMap(({ duplicates }) => duplicates) ?? []
  if (merging) return <MergeDialog contact={merging.older} other={merging.newer} onClose={() => setMerging(null)} />
  return (
    <Dialog open onClose={onClose} title={t('contacts.duplicates.title')} size="lg">
      <div className="dialog-body grid auto-rows-max gap-3">
        <ul className="grid gap-2">
          {pairs.map((pair) => (
            <Pair key={`${pair.older.id} ${pair.newer.id}`} pair={pair} onMerge={() => setMerging(pair)} />
          ))}
        </ul>
        {pairs.length === 0 && <p className="text-sm text-muted">{t('contacts.duplicates.none')}</p>}
        {query.hasNextPage && (
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('contacts.duplicates.more')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function Pair({ pair: { older, newer, reason }, onMerge }: { pair: Duplicate; onMerge(): void }) {
  const t = useText()
  const apart = useMutation({ mutationFn: () => keepApart(older.id, newer.id), onError: toast.failure })
  return (
    <li className="card grid gap-2.5 p-3">
      <span className="text-xs text-faint">{t(`contacts.duplicates.reason.${reason}`)}</span>
      <div className="merge-heads">
        <Record contact={older} />
        <Record contact={newer} />
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" tone="ghost" busy={apart.isPending} onClick={() => apart.mutate()}>
          {t('contacts.duplicates.apart')}
        </Button>
        <Button size="sm" icon={<Merge />} onClick={onMerge}>
          {t('contacts.merge.action')}
        </Button>
      </div>
    </li>
  )
}

function Record({ contact }: { contact: ContactSummary }) {
  const numberText = useNumberText()
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Face name={contactName({ contact })} src={contact.profilePicUrl} size={2} />
      <span className="two min-w-0">
        <span className="truncate font-medium">{contactName({ contact })}</span>
        <small className="truncate">{numberText(contact)}</small>
      </span>
    </span>
  )
}
