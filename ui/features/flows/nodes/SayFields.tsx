import { Trash2 } from 'lucide-react'
import { fileKinds, type Part } from '../../../../src/features/flows/format/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { toast } from '../../../shared/kit/toast'
import { addFile } from '../api'
import { Choice, Line, Words } from '../fields'
import type { FieldsProps } from './FieldsProps'

export function SayFields({ node, draft, company, names, change }: FieldsProps<'say'>) {
  const t = useText()
  const { parts } = node
  const put = (at: number, part: Part | null) =>
    change(
      {
        ...node,
        parts: part === null ? parts.filter((_, n) => n !== at) : parts.map((one, n) => (n === at ? part : one)),
      },
      `part ${at}`,
    )
  const upload = async (file: File) => {
    const stored = await addFile(draft.id, file)
    draft.add({ files: [...draft.stored.files, stored] })
    const as = (['image', 'video', 'audio'] as const).find((one) => stored.mimetype.startsWith(one)) ?? 'document'
    change({ ...node, parts: [...parts, { file: stored.id, as, caption: '' }] }, 'file')
  }
  const ways = fileKinds.map((id) => ({ id, label: t(`flows.as.${id}`) }))
  return (
    <>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name of their own
        <div key={at} className="grid gap-2 pb-3 border-b border-line">
          {'text' in part ? (
            <Words
              label={t('flows.pane.message', { number: at + 1 })}
              value={part.text}
              names={names}
              onChange={(text) => put(at, { text })}
            />
          ) : (
            <>
              {'file' in part ? (
                <p className="truncate text-sm font-medium">{company.fileName(part.file) ?? t('flows.unknown')}</p>
              ) : (
                <Line
                  label={t('flows.pane.address')}
                  value={part.url}
                  max={2000}
                  onChange={(url) => put(at, { ...part, url })}
                />
              )}
              <Choice
                label={t('flows.pane.sentAs')}
                value={part.as}
                options={ways}
                onChange={(as) => put(at, { ...part, as })}
              />
              <Line
                label={t('flows.pane.caption')}
                value={part.caption}
                max={1000}
                onChange={(caption) => put(at, { ...part, caption })}
              />
            </>
          )}
          <Button size="xs" tone="ghost" className="justify-self-start" icon={<Trash2 />} onClick={() => put(at, null)}>
            {t('flows.pane.removePart')}
          </Button>
        </div>
      ))}
      {parts.length < 10 && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" tone="plain" onClick={() => change({ ...node, parts: [...parts, { text: '' }] }, 'add')}>
            {t('flows.pane.addText')}
          </Button>
          <label className="btn btn-sm btn-plain">
            {t('flows.pane.addFile')}
            <input
              type="file"
              className="sr-only"
              onChange={({ target }) => {
                const [file] = target.files ?? []
                target.value = ''
                if (file) upload(file).catch((error: unknown) => toast.failure(error))
              }}
            />
          </label>
          <Button
            size="sm"
            tone="plain"
            onClick={() => change({ ...node, parts: [...parts, { url: 'https://', as: 'image', caption: '' }] }, 'add')}
          >
            {t('flows.pane.addLink')}
          </Button>
        </div>
      )}
    </>
  )
}
