/** The editor of formatted text: its schema is what the server allows, so that pasting keeps nothing else. */
import { Editor, Extension, mergeAttributes, Node } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { NAME, pasted, withChips, withoutChips } from './html'

type EditorOptions = {
  readonly element: HTMLElement
  readonly html: string
  readonly attributes: Readonly<Record<string, string>>
  wordsOf(name: string): string
  onHtml(html: string): void
  /** After each change of text or selection. */
  onChange(): void
  onLink(): void
  onSend: (() => void) | undefined
}

/** A variable: one piece, which the caret passes as a whole. */
const variableNode = (wordsOf: (name: string) => string) =>
  Node.create({
    name: 'variable',
    group: 'inline',
    inline: true,
    atom: true,
    selectable: false,
    addAttributes: () => ({
      name: { default: '', parseHTML: (element) => element.getAttribute(NAME), rendered: false },
    }),
    parseHTML: () => [{ tag: `span[${NAME}]` }],
    renderHTML: ({ node, HTMLAttributes }) => {
      const name = String(node.attrs.name)
      return ['span', mergeAttributes(HTMLAttributes, { class: 'var', [NAME]: name }), wordsOf(name)]
    },
    renderText: ({ node }) => `{{${node.attrs.name}}}`,
  })

const keys = ({ onLink, onSend }: EditorOptions) =>
  Extension.create({
    name: 'keys',
    priority: 1_000,
    addKeyboardShortcuts: () => ({
      'Mod-k': () => {
        onLink()
        return true
      },
      'Mod-Enter': () => {
        onSend?.()
        return onSend !== undefined
      },
    }),
  })

export function createEditor(wanted: EditorOptions): Editor {
  const { element, html, attributes, onHtml, onChange, wordsOf } = wanted
  return new Editor({
    element,
    // The content security policy allows no style of a script.
    injectCSS: false,
    content: withChips(html),
    extensions: [
      StarterKit.configure({
        code: false,
        codeBlock: false,
        horizontalRule: false,
        gapcursor: false,
        dropcursor: false,
        trailingNode: false,
        heading: { levels: [2, 3] },
        link: {
          openOnClick: false,
          autolink: true,
          defaultProtocol: 'https',
          HTMLAttributes: { target: null, rel: null },
        },
      }),
      variableNode(wordsOf),
      keys(wanted),
    ],
    editorProps: {
      handleDOMEvents: {
        // Ctrl+K is the search of all pages elsewhere.
        keydown(_, event) {
          if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) event.stopPropagation()
          return false
        },
      },
      attributes: { ...attributes },
      transformPastedHTML: pasted,
    },
    onUpdate: ({ editor }) => onHtml(htmlIn(editor)),
    onTransaction: onChange,
  })
}

export const htmlIn = (editor: Editor): string => (editor.isEmpty ? '' : withoutChips(editor.getHTML()))
