/*
 * On WhatsApp Web, in the tab that the helper opened: asks the browser for the passkey, as WhatsApp's own page would. Any
 * other tab of WhatsApp Web is left alone.
 */
/* global chrome */
;(async () => {
  const options = await chrome.runtime.sendMessage({ ask: 'request' })
  if (!options) return

  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (one) => one.charCodeAt(0))
  const text = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/=+$/, '')

  async function ask() {
    const { id, rawId, type, response } = await navigator.credentials.get({
      publicKey: {
        ...options,
        challenge: bytes(options.challenge),
        allowCredentials: (options.allowCredentials ?? []).map((one) => ({ ...one, id: bytes(one.id) })),
      },
    })
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    return {
      id,
      rawId: text(rawId),
      type,
      response: {
        clientDataJSON: text(clientDataJSON),
        authenticatorData: text(authenticatorData),
        signature: text(signature),
        userHandle: userHandle && text(userHandle),
      },
    }
  }

  /** A bar over the page: who asks, and a button to ask again. */
  function showBar() {
    const bar = document.createElement('div')
    const said = document.createElement('span')
    const again = document.createElement('button')
    bar.id = 'balcao-helper'
    bar.style.cssText =
      'position:fixed;inset:0 0 auto 0;z-index:2147483647;display:flex;gap:12px;align-items:center;padding:10px 16px;background:#0b5cd6;color:#fff;font:14px/20px system-ui,sans-serif'
    said.textContent = `Balcão · ${globalThis.BALCAO_ORIGIN}`
    again.textContent = globalThis.BALCAO_WORDS.again
    again.style.cssText =
      'margin-left:auto;padding:4px 12px;border:1px solid #fff;border-radius:6px;background:none;color:inherit;font:inherit;cursor:pointer'
    again.onclick = () => void attempt()
    bar.append(said, again)
    document.documentElement.append(bar)
  }

  async function attempt() {
    try {
      const credential = await ask()
      await chrome.runtime.sendMessage({ says: 'answer', credential })
    } catch (error) {
      await chrome.runtime.sendMessage({ says: 'refused', why: error?.name ?? 'Error' })
    }
  }

  showBar()
  await attempt()
})()
