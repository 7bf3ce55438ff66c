import type { ChainedCommands, Editor } from '@tiptap/core'
import {
  Bold,
  Braces,
  Heading2,
  Heading3,
  Italic,
  Link,
  List,
  ListOrdered,
  Quote,
  RemoveFormatting,
  Strikethrough,
  Underline,
} from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { Menu, MenuItem } from '../../../shared/kit/Menu'
import { variableWords } from './names'

type Tool = {
  readonly name: 'bold' | 'italic' | 'underline' | 'strike' | 'heading' | 'subheading' | 'list' | 'numbers' | 'quote'
  readonly icon: ReactNode
  readonly keys?: string
  readonly is: readonly [string, object?]
  run(chain: ChainedCommands): ChainedCommands
}

const tools: readonly Tool[] = [
  { name: 'bold', icon: <Bold />, keys: 'Ctrl+B', is: ['bold'], run: (chain) => chain.toggleBold() },
  { name: 'italic', icon: <Italic />, keys: 'Ctrl+I', is: ['italic'], run: (chain) => chain.toggleItalic() },
  {
    name: 'underline',
    icon: <Underline />,
    keys: 'Ctrl+U',
    is: ['underline'],
    run: (chain) => chain.toggleUnderline(),
  },
  { name: 'strike', icon: <Strikethrough />, is: ['strike'], run: (chain) => chain.toggleStrike() },
  {
    name: 'heading',
    icon: <Heading2 />,
    is: ['heading', { level: 2 }],
    run: (chain) => chain.toggleHeading({ level: 2 }),
  },
  {
    name: 'subheading',
    icon: <Heading3 />,
    is: ['heading', { level: 3 }],
    run: (chain) => chain.toggleHeading({ level: 3 }),
  },
  { name: 'list', icon: <List />, is: ['bulletList'], run: (chain) => chain.toggleBulletList() },
  { name: 'numbers', icon: <ListOrdered />, is: ['orderedList'], run: (chain) => chain.toggleOrderedList() },
  { name: 'quote', icon: <Quote />, is: ['blockquote'], run: (chain) => chain.toggleBlockquote() },
]

type Props = { editor: Editor; names: readonly string[]; onLink(): void }

/** One tab stop; arrow keys move among the buttons. */
export function Toolbar({ editor, names, onLink }: Props) {
  const t = useText()
  const [at, setAt] = useState(0)
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > button')]
    const next = (all.indexOf(document.activeElement as HTMLElement) + step + all.length) % all.length
    event.preventDefault()
    setAt(next)
    all[next]?.focus()
  }
  const stop = (place: number) => ({ tabIndex: place === at ? 0 : -1, onFocus: () => setAt(place) })
  const link = tools.length
  return (
    <div className="rich-tools" role="toolbar" aria-label={t('mailEditor.toolbar')} onKeyDown={move}>
      {tools.map(({ name, icon, keys, is, run }, place) => (
        <IconButton
          key={name}
          label={keys ? `${t(`mailEditor.${name}`)} (${keys})` : t(`mailEditor.${name}`)}
          pressed={editor.isActive(...is)}
          {...stop(place)}
          // Keeps the caret in place.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(editor.chain().focus()).run()}
        >
          {icon}
        </IconButton>
      ))}
      <IconButton
        label={`${t('mailEditor.link')} (Ctrl+K)`}
        pressed={editor.isActive('link')}
        {...stop(link)}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onLink}
      >
        <Link />
      </IconButton>
      <IconButton
        label={t('mailEditor.clear')}
        {...stop(link + 1)}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => editor.chain().focus().unsetAllMarks().clearNodes().run()}
      >
        <RemoveFormatting />
      </IconButton>
      <Menu
        finalFocus={() => editor.view.dom}
        trigger={
          <IconButton label={t('mailEditor.insert')} {...stop(link + 2)}>
            <Braces />
          </IconButton>
        }
      >
        {names.map((name) => (
          <MenuItem
            key={name}
            onSelect={() => editor.chain().focus().insertContent({ type: 'variable', attrs: { name } }).run()}
          >
            <span className="var">{variableWords(t, name)}</span>
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}
