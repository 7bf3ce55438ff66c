import type { Operations } from '../platform/operations'

export const operations: Operations = {
  nouns: {
    Companies: [
      ['as empresas', 'uma empresa'],
      ['las empresas', 'una empresa'],
      ['Şirketleri', 'Şirket', 'Bir şirketi'],
    ],
  },
  summaries: {
    getCompaniesList: [
      'Listar os nomes de todas as empresas',
      'Listar los nombres de todas las empresas',
      'Tüm şirketlerin adlarını listele',
    ],
    getCompaniesByIdBackups: [
      'Listar as cópias que contêm uma empresa',
      'Listar las copias que contienen una empresa',
      'Bir şirketi içeren yedekleri listele',
    ],
    getCompaniesByIdNotes: [
      'Listar as notas do operador sobre uma empresa',
      'Listar las notas del operador sobre una empresa',
      'İşletmecinin bir şirketle ilgili notlarını listele',
    ],
    postCompaniesByIdNotes: [
      'Anotar algo sobre uma empresa',
      'Anotar algo sobre una empresa',
      'Bir şirketle ilgili not al',
    ],
    deleteCompaniesByIdNotesByNoteId: [
      'Excluir uma nota sobre uma empresa',
      'Eliminar una nota sobre una empresa',
      'Bir şirketle ilgili notu sil',
    ],
    postCompaniesByIdRenew: [
      'Adiar o vencimento de uma empresa pela sua recorrência',
      'Mover el vencimiento de una empresa según su recurrencia',
      'Bir şirketin vadesini yinelemesine göre ileri al',
    ],
    getCompaniesByIdSettings: [
      'Listar as configurações de uma empresa',
      'Listar los ajustes de una empresa',
      'Bir şirketin ayarlarını listele',
    ],
    putCompaniesByIdSettingsByKey: [
      'Mudar uma configuração de uma empresa',
      'Cambiar un ajuste de una empresa',
      'Bir şirketin bir ayarını değiştir',
    ],
    deleteCompaniesByIdSupport: [
      'Retirar o pedido de acesso, ou encerrar o acesso',
      'Retirar la petición de acceso, o terminar el acceso',
      'Erişim isteğini geri çek veya erişimi bitir',
    ],
    getCompaniesByIdSupport: [
      'Ler o último pedido para entrar em uma empresa, e a resposta',
      'Leer la última petición para entrar en una empresa, y su respuesta',
      'Bir şirkete girmek için son isteği ve yanıtını oku',
    ],
    postCompaniesByIdSupport: [
      'Pedir a uma empresa permissão para entrar',
      'Pedir permiso a una empresa para entrar',
      'Bir şirketten girme izni iste',
    ],
    postCompaniesByIdSupportEnter: [
      'Entrar em uma empresa que permitiu',
      'Entrar en una empresa que lo permitió',
      'İzin vermiş bir şirkete gir',
    ],
    getCompaniesByIdUsage: [
      'Ler os usuários, conexões, filas, mensagens e espaço de uma empresa',
      'Leer los usuarios, conexiones, colas, mensajes y espacio de una empresa',
      'Bir şirketin kullanıcı, bağlantı, kuyruk, mesaj ve disk kullanımını oku',
    ],
    getCompaniesPlan: [
      'Listar as empresas com o seu plano',
      'Listar las empresas con su plan',
      'Şirketleri planlarıyla listele',
    ],
    postCompanyRelease: [
      'Liberar uma empresa restaurada',
      'Liberar una empresa restaurada',
      'Geri yüklenmiş bir şirketi serbest bırak',
    ],
    getSupport: [
      'Ver se o operador pede para entrar, ou se já pode',
      'Ver si el operador pide entrar, o si ya puede',
      'İşletmecinin girmek isteyip istemediğini veya izni olup olmadığını gör',
    ],
    putSupport: [
      'Permitir, recusar ou revogar o acesso do operador',
      'Permitir, rechazar o revocar el acceso del operador',
      'İşletmecinin erişimine izin ver, reddet veya geri al',
    ],
    postSupportLeave: [
      'Sair de uma empresa e voltar à sessão do operador',
      'Salir de una empresa y volver a la sesión del operador',
      'Bir şirketten çık ve işletmeci oturumuna dön',
    ],
  },
}
