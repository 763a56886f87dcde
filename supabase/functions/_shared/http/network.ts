/**
 * The key by which limits count a client: an IPv4 address, or the /64 network of an IPv6 address. The holder of one IPv6
 * address has all 2^64 of its network, and would otherwise have as many attempts.
 * @returns the address, or its network such as `2001:db8:0:1::`
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || /^::ffff:\d+\./i.test(address)) return address;
  const [whole = ''] = address.split('%');
  const [head = '', tail] = whole.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  const first = groups.slice(0, 4).map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
  return `${first.join(':')}::`;
}
