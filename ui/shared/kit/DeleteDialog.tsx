import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { errorText } from '../errorText'
import { useText } from '../i18n/useText'
import { ConfirmDialog } from './ConfirmDialog'
import { ErrorNote } from './ErrorNote'
import { Field } from './Field'
import { Skeleton } from './Skeleton'
import { toast } from './toast'

type Props<C> = {
  /** Names the object: "Delete the queue Sales?" */
  title: string
  /** The verb on the button. */
  confirm: string
  /** Toast after deletion. */
  done: string
  onDelete(): Promise<unknown>
  onClose(): void
  /** Loads what depends on it, each time the dialog opens. */
  counts?(): Promise<C>
  /** Whether the dependents prevent the deletion: `children` explains, and the button is disabled. */
  isBlocked?(counts: C): boolean
  /** What is lost and what stays; called with undefined when the counts could not be loaded. */
  children(counts: C | undefined): ReactNode
  /** Text that must be typed before the button works, for irrecoverable deletions. */
  typed?: string
  /** A message of its own for some of the server's refusals. */
  whyNot?(failure: unknown): string | undefined
}

/** Confirms a deletion and explains its consequences. */
export function DeleteDialog<C>(props: Props<C>) {
  const { title, confirm, done, onDelete, onClose, counts, isBlocked, children, typed, whyNot } = props
  const t = useText()
  const [word, setWord] = useState('')
  // Loaded each time the dialog opens: cached counts could be outdated.
  const counted = useQuery({ queryKey: ['counts', useId()], queryFn: counts ?? skipToken, staleTime: 0, gcTime: 0 })
  const remove = useMutation({
    mutationFn: onDelete,
    onSuccess: () => {
      toast.success(done)
      onClose()
    },
  })
  const blocks = counted.data !== undefined && isBlocked?.(counted.data) === true
  const isCounting = counts !== undefined && counted.isPending
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={title}
      confirm={confirm}
      busy={remove.isPending}
      disabled={isCounting || blocks || (typed !== undefined && word.trim() !== typed)}
      onConfirm={() => remove.mutate()}
    >
      {isCounting ? (
        <p role="status" aria-label={t('kit.delete.counting')}>
          <Skeleton className="h-10" />
        </p>
      ) : (
        children(counted.data)
      )}
      {typed !== undefined && (
        <div className="mt-3">
          <Field label={t('kit.delete.type', { name: typed })}>
            {(control) => (
              <input
                {...control}
                className="input"
                autoComplete="off"
                value={word}
                onChange={(event) => setWord(event.target.value)}
              />
            )}
          </Field>
        </div>
      )}
      {remove.error && <ErrorNote className="mt-3">{whyNot?.(remove.error) ?? errorText(t, remove.error)}</ErrorNote>}
    </ConfirmDialog>
  )
}
