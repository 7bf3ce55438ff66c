import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { contactDeleted, contactRestored, contactsReloaded } from '../../../../src/contacts/contract'
import {
  contactsAlike,
  contactsKeptApart,
  type Duplicate,
  type DuplicatePage,
} from '../../../../src/features/contact-book/merging/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Note } from '../../../shared/kit/Note'
import { lazyPart } from '../../../shared/lazyPart'
import { applyNews } from '../../../shared/live/live-query'
import { useEvent } from '../../../shared/live/useEvent'
import { useMay } from '../../../shared/session/useUser'
import { duplicatesQuery } from './api'
import { pairOf, pairsOf, without } from './duplicates'

const DuplicatesDialog = lazyPart(() => import('./DuplicatesDialog').then((file) => file.DuplicatesDialog))
const MANY = 1_000

/** A notice above the list about suggested duplicates; hidden without any. */
export function DuplicatesNotice() {
  const t = useText()
  const may = useMay()
  const cache = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { data } = useInfiniteQuery({ ...duplicatesQuery, enabled: may('contacts-page:mergeContacts') })
  const drop = (isGone: (pair: Duplicate) => boolean) =>
    applyNews(cache, duplicatesQuery.queryKey, (known: InfiniteData<DuplicatePage, string>) => ({
      ...known,
      pages: without(known.pages, isGone),
    }))
  const askAgain = () => void cache.invalidateQueries({ queryKey: duplicatesQuery.queryKey })
  useEvent(contactDeleted, ({ contactId }) => drop(pairsOf(contactId)))
  useEvent(contactsKeptApart, ({ contactIds }) => drop(pairOf(contactIds)))
  useEvent(contactRestored, askAgain)
  useEvent(contactsReloaded, askAgain)
  useEvent(contactsAlike, askAgain)
  const count = data?.pages[0]?.count ?? 0
  if (count === 0 && !isOpen) return null
  return (
    <>
      {count > 0 && (
        <Note
          tone="info"
          icon={<UsersRound />}
          className="mx-6 mb-3 items-center max-md:mx-4"
          action={
            <Button size="sm" tone="ghost" onClick={() => setOpen(true)}>
              {t('contacts.duplicates.look')}
            </Button>
          }
        >
          {count < MANY ? t('contacts.duplicates.notice', { count }) : t('contacts.duplicates.many', { count: MANY })}
        </Note>
      )}
      {isOpen && (
        <Suspense>
          <DuplicatesDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
