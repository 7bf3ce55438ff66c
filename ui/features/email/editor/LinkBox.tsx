import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { linkOf } from './html'

/** The address of the link at the caret, or of the selected words. */
export function LinkBox({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const t = useText()
  const known: unknown = editor.getAttributes('link').href
  const [typed, setTyped] = useState(typeof known === 'string' ? known : '')
  const [isWrong, setWrong] = useState(false)
  const close = () => {
    onClose()
    editor.commands.focus()
  }
  const save = () => {
    const href = linkOf(typed)
    if (href === undefined) return setWrong(true)
    const chain = editor.chain().focus().extendMarkRange('link')
    if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    onClose()
  }
  return (
    // A form inside the form of a dialog is not allowed.
    <fieldset
      className="rich-link"
      aria-label={t('mailEditor.link')}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Enter') save()
        else if (event.key === 'Escape') close()
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: opened by the user
        autoFocus
        className="input input-sm flex-[1_1_12rem] min-w-0"
        type="text"
        inputMode="url"
        autoComplete="off"
        aria-label={t('mailEditor.address')}
        aria-invalid={isWrong || undefined}
        placeholder="https://"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setWrong(false)
        }}
      />
      <Button size="sm" tone="plain" onClick={save}>
        {t('mailEditor.setLink')}
      </Button>
      {editor.isActive('link') && (
        <Button
          size="sm"
          tone="ghost"
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
            onClose()
          }}
        >
          {t('mailEditor.unlink')}
        </Button>
      )}
      <Button size="sm" tone="ghost" onClick={close}>
        {t('common.cancel')}
      </Button>
      {isWrong && (
        <small className="basis-full text-error-ink" role="alert">
          {t('mailEditor.noAddress')}
        </small>
      )}
    </fieldset>
  )
}
