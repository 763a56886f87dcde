import { describe, expect, test } from 'vitest';
import { COPY_CONFIRMATION_MS, NETWORKS, POPUP_FEATURES, shareAddress } from './share-networks.ts';

const url = 'https://market.example/post/thep-tam-17?a=1&b=2';

describe('sharing', () => {
  test('sharing gives each network the whole address', () => {
    const given = NETWORKS.map((network) => new URL(shareAddress(network, url, 'Thép & tấm')));
    expect(given.map(({ host }) => host)).toEqual(['www.facebook.com', 'twitter.com', 'www.linkedin.com']);
    expect(given.map(({ searchParams }) => searchParams.get('u') ?? searchParams.get('url'))).toEqual([url, url, url]);
    expect(given[1]?.searchParams.get('text')).toBe('Thép & tấm');
  });

  test('sharing opens popups of 600x600', () => {
    expect(POPUP_FEATURES).toContain('width=600,height=600');
  });

  test('[A549] the share dialog says for 2 seconds that the link was copied', () => {
    expect(COPY_CONFIRMATION_MS).toBe(2_000);
  });
});
