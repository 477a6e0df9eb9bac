// The logical names of a host's resources. Changing one replaces that resource in every deployed stack.

export type HostNames = ReturnType<typeof hostNames>;

/** Each has the whole host name with its dots: `a.bc.com` and `ab.c.com` can never share a URN. */
export function hostNames(host: string) {
  return {
    component: host,
    certificate: `${host}-certificate`,
    /** The certificate of a moved host, while the attachment that it left keeps the first one; see `attachmentSlots`. */
    secondCertificate: `${host}-certificate-2`,
    validationRecord: `${host}-validation`,
    validated: `${host}-validated`,
    /** The gateway's domain name, or the distribution. */
    attachment: `${host}-attachment`,
    /** API mapping of a gateway's domain name. */
    mapping: `${host}-mapping`,
    /** The key of a redirect in the stack's key value store. */
    redirect: `${host}-redirect`,
    /** CNAME, also a flattened one. */
    routingRecord: `${host}-route`,
    /** The pair of ALIAS records at a Route 53 apex. */
    routingRecordA: `${host}-route-a`,
    routingRecordAaaa: `${host}-route-aaaa`,
    /** The HTTPS record of an apex: beside a CNAME no other record can be. */
    httpsRecord: `${host}-route-https`,
  };
}
