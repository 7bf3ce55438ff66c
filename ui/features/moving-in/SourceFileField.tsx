import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, FileCheck, Upload as UploadIcon } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type * as v from 'valibot'
import type { ChangeSource, FileKind, MovingIn, NewSource } from '../../../src/operator/moving-in/contract'
import { fieldError } from '../../shared/form/fieldError'
import type { Form } from '../../shared/form/useForm'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Segment } from '../../shared/kit/Segment'
import { toast } from '../../shared/kit/toast'
import { giveUpUpload, movingInQuery } from './api'
import { sendFile } from './sendFile'

type Props = {
  kind: FileKind
  data: MovingIn
  form: Form<NewSource, v.InferOutput<typeof ChangeSource>>
  isPath: boolean
  onWay(isPath: boolean): void
}

/** One file of the source: uploaded in pieces, or by its path on the server. */
export function SourceFileField({ kind, data, form, isPath, onWay }: Props) {
  const t = useText()
  const id = useId()
  const what = t(`movingIn.source.${kind}`)
  const error = fieldError(t, form.getFieldState(kind, form.formState).error)
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="text-sm font-medium">{what}</span>
        <Segment
          label={t('movingIn.source.way', { what })}
          value={isPath ? 'path' : 'upload'}
          onChange={(way) => onWay(way === 'path')}
          items={[
            { id: 'upload', label: t('movingIn.source.upload') },
            { id: 'path', label: t('movingIn.source.path') },
          ]}
          className="ml-auto"
        />
      </div>
      {isPath ? (
        <input
          {...form.register(kind)}
          className="input mono w-full"
          aria-label={t('movingIn.source.pathOf', { what })}
          aria-invalid={error ? true : undefined}
          aria-describedby={id}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholders[kind]}
        />
      ) : (
        <UploadBox kind={kind} data={data} what={what} />
      )}
      <p
        id={id}
        className={error ? 'flex gap-1.5 text-xs text-error-ink icons:size-4 icons:flex-none' : 'text-xs text-faint'}
        role={error ? 'alert' : undefined}
      >
        {error && <CircleAlert />}
        <span>{error ?? t(`movingIn.source.${kind}Hint`)}</span>
      </p>
    </div>
  )
}

const placeholders: Readonly<Record<FileKind, string>> = {
  dump: '/srv/ticketz.sql.gz',
  media: '/srv/ticketz/public',
  redis: '/srv/redis-sessions.txt',
}

function UploadBox({ kind, data, what }: Pick<Props, 'kind' | 'data'> & { what: string }) {
  const t = useText()
  const { size } = useFormat()
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const stopped = useRef<AbortController | null>(null)
  const [sent, setSent] = useState<{ name: string; bytes: number; done: number } | null>(null)
  useEffect(() => () => stopped.current?.abort(), [])
  const refresh = () => queries.invalidateQueries({ queryKey: movingInQuery.queryKey })
  const send = useMutation({
    mutationFn: async (file: File) => {
      const controller = new AbortController()
      stopped.current = controller
      const shown = (done: number) => setSent({ name: file.name, bytes: file.size, done })
      await sendFile({ kind, file, known: data.upload, signal: controller.signal, shown })
    },
    onError: (failure) => stopped.current?.signal.aborted || toast.failure(failure),
    onSettled: () => {
      setSent(null)
      return refresh()
    },
  })
  const giveUp = useMutation({
    mutationFn: () => {
      stopped.current?.abort()
      return giveUpUpload()
    },
    onSettled: refresh,
  })
  const take = (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (!file) return
    if (file.size === 0) return toast.error(t('movingIn.source.empty'))
    if (file.size > data.free)
      return toast.error(t('movingIn.source.tooLarge', { size: size(file.size), free: size(data.free) }))
    send.mutate(file)
  }
  const here = data.uploads.find((one) => one.kind === kind)
  const broken = data.upload?.kind === kind && !sent ? data.upload : null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button within is the first
    <div
      className="file-drop"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        take(event.dataTransfer.files[0])
      }}
    >
      {broken && (
        <p className="flex flex-wrap items-center gap-2 p-1 text-sm text-warning-ink">
          {t('movingIn.source.broken', { name: broken.name, done: size(broken.done), size: size(broken.bytes) })}
          <Button size="xs" onClick={() => giveUp.mutate()}>
            {t('movingIn.source.giveUp')}
          </Button>
        </p>
      )}
      {sent ? (
        <div className="flex items-center gap-3 p-1 text-sm">
          <span className="min-w-0 flex-1">
            <b className="block truncate font-medium">{sent.name}</b>
            <progress
              className="progress progress-primary h-1.5 w-full"
              aria-label={t('movingIn.source.sendingLabel', { name: sent.name })}
              value={sent.done}
              max={Math.max(1, sent.bytes)}
            />
            <small className="nums block text-xs text-faint">
              {t('movingIn.source.sending', { done: size(sent.done), size: size(sent.bytes) })}
            </small>
          </span>
          <Button size="sm" onClick={() => giveUp.mutate()}>
            {t('movingIn.source.giveUp')}
          </Button>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-3 p-1 text-sm">
          {here && (
            <span className="flex min-w-0 flex-1 items-center gap-2 icons:size-4 icons:flex-none icons:text-success-ink">
              <FileCheck />
              <b className="truncate font-medium">{here.name}</b>
              <small className="nums text-xs whitespace-nowrap text-faint">
                {t('movingIn.source.sent', { size: size(here.bytes) })}
              </small>
            </span>
          )}
          <label className="btn btn-sm btn-plain cursor-pointer focus-within:outline-2 focus-within:outline-offset-2">
            <UploadIcon />
            {t(here ? 'movingIn.source.replace' : 'movingIn.source.choose')}
            <input
              ref={input}
              type="file"
              className="sr-only"
              aria-label={t('movingIn.source.chooseOf', { what })}
              onChange={(event) => take(event.target.files?.[0])}
            />
          </label>
        </div>
      )}
    </div>
  )
}
