#!/bin/sh
# dnsjava 3.7.1: `tls-supported-groups=29,23` of HTTPS and SVCB records, key 9 of IANA's registry, is read by its name, but its value goes
# on the wire as the text "29,23" and not as the two numbers of 16 bits each (draft-ietf-tls-key-share-prediction). `ipv4hint`, next to it,
# becomes addresses.
# Seen: 000100 00040004c0000201 0009000532392c3233, without the spaces
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId><artifactId>finding</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>dnsjava</groupId><artifactId>dnsjava</artifactId><version>3.7.1</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=lib > log 2>&1
cat > Groups.java <<'JAVA'
import java.io.ByteArrayInputStream;
import java.util.HexFormat;
import org.xbill.DNS.Master;
import org.xbill.DNS.Name;

class Groups {
  public static void main(String[] args) throws Exception {
    String line = "a.example. 300 IN HTTPS 1 . ipv4hint=192.0.2.1 tls-supported-groups=29,23\n";
    byte[] data = new Master(new ByteArrayInputStream(line.getBytes()), Name.root).nextRecord().rdataToWireCanonical();
    System.out.println(HexFormat.of().formatHex(data));
  }
}
JAVA
java -cp 'lib/*' Groups.java 2> log | tee seen
[ "$(cat seen)" = '00010000040004c00002010009000532392c3233' ]
