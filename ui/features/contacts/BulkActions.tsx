import { useQuery } from '@tanstack/react-query'
import { FolderOpen, Merge, Tag as TagIcon, Trash2 } from 'lucide-react'
import type { ContactRow } from '../../../src/contacts/contract'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Menu, MenuItem } from '../../shared/kit/Menu'
import { TagDot } from '../../shared/kit/TagDot'
import { toast } from '../../shared/kit/toast'
import { useMay } from '../../shared/session/useUser'
import { categorizeContacts, tagsQuery, tagTickets } from './api'
import { categories } from './categories/api'

const CONTACTS_PER_REQUEST = 500

type Props = {
  chosen: readonly ContactRow[]
  onDelete(): void
  onMerge(pair: readonly ContactRow[]): void
  onDone(): void
}

/** Actions on the selected contacts: a category, a tag on their tickets, deletion. */
export function BulkActions({ chosen, onDelete, onMerge, onDone }: Props) {
  const t = useText()
  const may = useMay()
  return (
    <>
      <CategoryMenu chosen={chosen} onDone={onDone} />
      <TagMenu chosen={chosen} onDone={onDone} />
      {chosen.length === 2 && may('contacts-page:mergeContacts') && (
        <Button
          size="sm"
          tone="ghost"
          icon={<Merge />}
          onClick={() => {
            onMerge(chosen)
            onDone()
          }}
        >
          {t('contacts.merge.action')}
        </Button>
      )}
      {may('contacts-page:deleteContact') && (
        <Button size="sm" tone="ghost" icon={<Trash2 />} onClick={onDelete}>
          {t('common.act.delete')}
        </Button>
      )}
    </>
  )
}

function CategoryMenu({ chosen, onDone }: Omit<Props, 'onDelete' | 'onMerge'>) {
  const t = useText()
  const offered = (useQuery(categories.list()).data ?? []).filter(({ active }) => active)
  if (offered.length === 0) return null
  const give = async (categoryId: number | null) => {
    const ids = chosen.map(({ id }) => id)
    try {
      for (let from = 0; from < ids.length; from += CONTACTS_PER_REQUEST)
        await categorizeContacts(ids.slice(from, from + CONTACTS_PER_REQUEST), categoryId)
      toast.success(t('contacts.bulk.categorized', { count: ids.length }))
      onDone()
    } catch (failure) {
      toast.failure(failure)
    }
  }
  return (
    <Menu
      side="top"
      trigger={
        <Button size="sm" tone="ghost" icon={<FolderOpen />}>
          {t('common.field.category')}
        </Button>
      }
    >
      {offered.map(({ id, descricao }) => (
        <MenuItem key={id} onSelect={() => void give(id)}>
          {descricao}
        </MenuItem>
      ))}
      <MenuItem onSelect={() => void give(null)}>{t('contact.noCategory')}</MenuItem>
    </Menu>
  )
}

/** Tags belong to tickets: contacts without an open one get none. */
function TagMenu({ chosen, onDone }: Omit<Props, 'onDelete' | 'onMerge'>) {
  const t = useText()
  const tags = useQuery(tagsQuery).data ?? []
  if (tags.length === 0) return null
  const ticketIds = chosen.flatMap(({ tickets }) => tickets.map(({ id }) => id))
  const tag = async (tagId: number) => {
    if (ticketIds.length === 0) return void toast.info(t('contacts.bulk.noTicket'))
    try {
      await tagTickets(ticketIds, tagId)
      toast.success(t('contacts.bulk.tagged', { count: ticketIds.length }))
      onDone()
    } catch (failure) {
      toast.failure(failure)
    }
  }
  return (
    <Menu
      side="top"
      trigger={
        <Button size="sm" tone="ghost" icon={<TagIcon />}>
          {t('contacts.bulk.tag')}
        </Button>
      }
    >
      {tags.map(({ id, name, color }) => (
        <MenuItem key={id} icon={<TagDot tag={{ name, color }} />} onSelect={() => void tag(id)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}
