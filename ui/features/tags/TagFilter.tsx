import { useQuery } from '@tanstack/react-query'
import { toggled } from '../../shared/form/toggled'
import { useText } from '../../shared/i18n/useText'
import { TagDot } from '../../shared/kit/TagDot'
import { tagsQuery } from './api'

/** Each costs the server several look-ups. */
const MAX_TAGS = 10

type Props = { ids: readonly number[]; onIds(ids: number[]): void }

/** Tickets that have all of these tags. */
export function TagFilter({ ids, onIds }: Props) {
  const t = useText()
  const all = useQuery(tagsQuery).data ?? []
  if (all.length === 0) return null
  return (
    <fieldset className="min-w-0 border-b border-line p-2">
      <legend className="sr-only">{t('tags.filter')}</legend>
      <p className="px-2 pb-1 text-xs font-medium text-faint" aria-hidden="true">
        {t('tags.filter')}
      </p>
      <div>
        {all.map((tag) => (
          <label key={tag.id} className="menu-row hover:bg-hover" title={tag.name}>
            <input
              type="checkbox"
              className="checkbox checkbox-xs checkbox-primary flex-none"
              checked={ids.includes(tag.id)}
              disabled={ids.length >= MAX_TAGS && !ids.includes(tag.id)}
              onChange={() => onIds(toggled(ids, tag.id))}
            />
            <span className="min-w-0 flex-1 truncate">{tag.name}</span>
            <span className="tag-dots" aria-hidden="true">
              <TagDot tag={tag} />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
