import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { ChangeSource, type FileKind, fileKinds, type MovingIn } from '../../../src/operator/moving-in/contract'
import { FormField } from '../../shared/form/FormField'
import { showFieldFailures, useForm } from '../../shared/form/useForm'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { toast } from '../../shared/kit/toast'
import { chooseSource, movingInQuery, startDryRun } from './api'
import { EndedNote } from './EndedNote'
import { HowToDump } from './HowToDump'
import { refusalText, refusedFile } from './refusals'
import { SourceFileField } from './SourceFileField'

type Props = { data: MovingIn; onStarted(): void }

/** Where the installation comes from: a dump and its files, uploaded or on this server. */
export function SourceStep({ data, onStarted }: Props) {
  const t = useText()
  const { size } = useFormat()
  const queries = useQueryClient()
  const { source, run } = data
  const [isMore, setMore] = useState(Boolean(source?.name || source?.zone || source?.database || source?.redis))
  const [byPath, setByPath] = useState<ReadonlySet<FileKind>>(
    new Set(fileKinds.filter((kind) => source?.[kind]?.path != null)),
  )
  const form = useForm(ChangeSource, {
    dump: source?.dump.path ?? '',
    media: source?.media?.path ?? '',
    redis: source?.redis?.path ?? '',
    name: source?.name ?? '',
    zone: source?.zone ?? '',
    database: source?.database ?? '',
  })
  const dryRun = useMutation({
    mutationFn: async (values: Parameters<typeof chooseSource>[0]) => {
      const paths = Object.fromEntries(fileKinds.map((kind) => [kind, byPath.has(kind) ? values[kind] : '']))
      await chooseSource({ ...values, ...paths })
      return startDryRun()
    },
    onSuccess: (fresh) => {
      queries.setQueryData(movingInQuery.queryKey, fresh)
      onStarted()
    },
    onError(failure) {
      const refused = refusedFile(failure)
      const field = fileKinds.find((kind) => kind === refused?.field)
      if (refused && field) form.setError(field, { type: 'server', message: refusalText(t, refused) })
      else if (!showFieldFailures(form, failure)) toast.failure(failure)
    },
  })
  const switchWay = (kind: FileKind, isPath: boolean) => {
    setByPath(new Set(fileKinds.filter((one) => (one === kind ? isPath : byPath.has(one)))))
    form.clearErrors(kind)
  }
  const file = (kind: FileKind) => (
    <SourceFileField
      kind={kind}
      data={data}
      form={form}
      isPath={byPath.has(kind)}
      onWay={(isPath) => switchWay(kind, isPath)}
    />
  )
  const hasDump = byPath.has('dump')
    ? form.watch('dump').trim() !== ''
    : data.uploads.some(({ kind }) => kind === 'dump')
  return (
    <div className="move">
      <form className="move-main" onSubmit={form.handleSubmit((values) => dryRun.mutate(values))} noValidate>
        {run?.isDryRun && run.state === 'failed' && <EndedNote run={{ ...run, canContinue: false }} />}
        <section className="move-part">
          <h2 className="font-semibold">{t('movingIn.source.title')}</h2>
          <p className="text-sm text-muted">{t('movingIn.source.intro')}</p>
          {file('dump')}
          {file('media')}
          <button type="button" className="fold-more" aria-expanded={isMore} onClick={() => setMore(!isMore)}>
            <ChevronRight />
            {t('movingIn.source.more')}
          </button>
          {isMore && (
            <>
              {file('redis')}
              <div className="grid grid-cols-3 gap-3 max-md:grid-cols-1">
                <FormField
                  form={form}
                  name="name"
                  label={t('movingIn.source.name')}
                  hint={t('movingIn.source.nameHint')}
                />
                <FormField
                  form={form}
                  name="zone"
                  label={t('movingIn.source.zone')}
                  hint={t('movingIn.source.zoneHint')}
                  placeholder="-03:00"
                />
                <FormField
                  form={form}
                  name="database"
                  label={t('movingIn.source.database')}
                  hint={t('movingIn.source.databaseHint')}
                />
              </div>
            </>
          )}
        </section>
        <section className="move-part">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button type="submit" tone="primary" disabled={!hasDump} busy={dryRun.isPending}>
              {t('movingIn.source.dryRun')}
            </Button>
            <span className="text-xs text-faint">{t('movingIn.source.free', { free: size(data.free) })}</span>
          </div>
          <p className="text-xs text-muted">{t('movingIn.source.dryRunHint')}</p>
        </section>
      </form>
      <aside className="move-side">
        <HowToDump />
      </aside>
    </div>
  )
}
