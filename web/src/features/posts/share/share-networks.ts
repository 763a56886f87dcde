const POPUP_PX = 600;

/** How long the dialog confirms that the link was copied. */
export const COPY_CONFIRMATION_MS = 2_000;

/** The networks of the share dialog, in order. */
export const NETWORKS = ['Facebook', 'Twitter', 'LinkedIn'] as const;
export type Network = (typeof NETWORKS)[number];

/** The share URL of a network. */
export function shareAddress(network: Network, url: string, title: string): string {
  switch (network) {
    case 'Facebook':
      return `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url })}`;
    case 'Twitter':
      return `https://twitter.com/intent/tweet?${new URLSearchParams({ url, text: title })}`;
    case 'LinkedIn':
      return `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url })}`;
  }
}

/** Window features of the share popup: 600x600, without access to this page. */
export const POPUP_FEATURES = `popup,width=${POPUP_PX},height=${POPUP_PX},noopener,noreferrer`;
