/**
 * Removes from the screens' bundle the contract schemas that they never use. A page subscribes to an event by name and
 * never validates what the server sends, so event schemas are dropped; other schemas stay if something imports them.
 */
import type { Plugin } from 'vite'

const CONTRACT = /\/src\/(?:.*\/contract|platform\/formats)\.ts$/
type Edit = { readonly start: number; readonly end: number; readonly text: string }

export function slimContracts(): Plugin {
  return {
    name: 'slim-contracts',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!CONTRACT.test(id)) return null
      const edits: Edit[] = []
      const visit = (node: unknown): void => {
        if (Array.isArray(node)) for (const one of node) visit(one)
        // A function body runs only when it is called.
        if (!isNode(node) || node.type.includes('Function')) return
        if (node.type === 'CallExpression') {
          const event = /^defineEvent\(\s*('[^']+')/.exec(code.slice(node.start, node.end))?.[1]
          if (event) return void edits.push({ start: node.start, end: node.end, text: `({ eventName: ${event} })` })
          edits.push({ start: node.start, end: node.start, text: '/* @__PURE__ */ ' })
        }
        for (const one of Object.values(node)) visit(one)
      }
      // A call at the top level builds a schema or a permission: it has no side effect.
      visit(this.parse(code, { lang: 'ts' }).body)
      edits.sort((a, b) => b.start - a.start)
      const slim = edits.reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
      return { code: slim, map: null }
    },
  }
}

const isNode = (value: unknown): value is { readonly type: string; readonly start: number; readonly end: number } =>
  typeof value === 'object' && value !== null && 'type' in value
